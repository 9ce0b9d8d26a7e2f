// Runs the scripts on standard input, one a line, in WebKit's JavaScriptCore: jsc HARNESS
// Built by the tests: cc jsc.c -o jsc $(pkg-config --cflags --libs javascriptcoregtk-4.1)

#include <jsc/jsc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  gchar *code;
  gsize length;
  if (argc < 2 || !g_file_get_contents(argv[1], &code, &length, NULL)) return 2;
  JSCContext *context = jsc_context_new();
  JSCValue *harness = jsc_context_evaluate(context, code, (gssize)length);
  JSCException *exception = jsc_context_get_exception(context);
  if (exception) {
    fprintf(stderr, "%s\n", jsc_exception_get_message(exception));
    return 2;
  }
  char *line = NULL;
  size_t capacity = 0;
  ssize_t n;
  while ((n = getline(&line, &capacity, stdin)) > 0) {
    if (line[n - 1] == '\n') n--;
    JSCValue *done = jsc_value_object_invoke_method(harness, "begin", G_TYPE_NONE);
    g_object_unref(done);
    JSCValue *value = jsc_context_evaluate(context, line, n);
    exception = jsc_context_get_exception(context);
    JSCValue *text;
    if (exception) {
      char *words = jsc_exception_to_string(exception);
      jsc_context_clear_exception(context);
      text = jsc_value_object_invoke_method(
          harness, "end", JSC_TYPE_VALUE, value, G_TYPE_STRING, words, G_TYPE_NONE);
      g_free(words);
    } else {
      text = jsc_value_object_invoke_method(harness, "end", JSC_TYPE_VALUE, value, G_TYPE_NONE);
    }
    char *out = jsc_value_to_string(text);
    fputs(out, stdout);
    fputc('\n', stdout);
    g_free(out);
    g_object_unref(text);
    g_object_unref(value);
  }
  return 0;
}
