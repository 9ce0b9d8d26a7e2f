// What Swift cannot say to WebKitGTK itself: casts that are macros, functions with a variable number
// of arguments, signals. Nothing here decides anything.
#ifndef BRIDGE_WEBKIT_SHIM_H
#define BRIDGE_WEBKIT_SHIM_H

#include <fcntl.h>
#include <fts.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <sys/wait.h>
#include <webkit2/webkit2.h>
#include <X11/Xlib.h>

// What is observed, as plain functions; `context` is the caller's own. Counted: every connection keeps
// it, since views and managers may outlive who made them. Without a context nobody is told.
typedef struct {
  void *context;
  void (*message)(void *context, const char *handler, JSCValue *body, WebKitScriptMessageReply *reply);
  void (*load)(void *context, int phase, const char *url);
  void (*failed)(void *context, int phase, const char *url, const GError *error);
  void (*terminated)(void *context, int reason);
  void (*dialog)(void *context, WebKitScriptDialog *dialog);
  // Whether the navigation may begin.
  gboolean (*policy)(void *context, const char *url);
  void (*resource)(void *context, const char *url);
  void (*responsive)(void *context, gboolean is_responsive);
  // What the page asked for and does not get.
  void (*refused)(void *context, const char *what, const char *url);
} bridge_observers;

static inline bridge_observers *bridge_new_observers(void) { return g_rc_box_new0(bridge_observers); }

static inline void bridge_release_observers(bridge_observers *observers) {
  g_rc_box_release(observers);
}

static inline void bridge_free_observers(void *observers, GClosure *closure) {
  (void)closure;
  g_rc_box_release(observers);
}

typedef struct {
  bridge_observers *observers;
  char *name;
} bridge_handler;

static inline void bridge_free_handler(void *data, GClosure *closure) {
  (void)closure;
  g_rc_box_release(((bridge_handler *)data)->observers);
  g_free(((bridge_handler *)data)->name);
  g_free(data);
}

static inline void bridge_on_message(
    WebKitUserContentManager *manager, WebKitJavascriptResult *result, bridge_handler *handler) {
  (void)manager;
  handler->observers->message(
      handler->observers->context, handler->name, webkit_javascript_result_get_js_value(result), NULL);
}

static inline gboolean bridge_on_request(
    WebKitUserContentManager *manager, JSCValue *body, WebKitScriptMessageReply *reply,
    bridge_handler *handler) {
  (void)manager;
  handler->observers->message(handler->observers->context, handler->name, body, reply);
  return TRUE;
}

// Listens for messages of a name. To be called once for a name and kind: listeners stay.
static inline void bridge_listen(
    WebKitUserContentManager *manager, const char *name, gboolean with_reply,
    bridge_observers *observers) {
  bridge_handler *handler = g_new0(bridge_handler, 1);
  handler->observers = (bridge_observers *)g_rc_box_acquire(observers);
  handler->name = g_strdup(name);
  char *signal = g_strconcat(
      with_reply ? "script-message-with-reply-received::" : "script-message-received::", name, NULL);
  g_signal_connect_data(
      manager, signal, with_reply ? G_CALLBACK(bridge_on_request) : G_CALLBACK(bridge_on_message),
      handler, bridge_free_handler, (GConnectFlags)0);
  g_free(signal);
}

static inline void bridge_on_load(
    WebKitWebView *view, WebKitLoadEvent phase, bridge_observers *observers) {
  observers->load(observers->context, (int)phase, webkit_web_view_get_uri(view));
}

static inline gboolean bridge_on_failure(
    WebKitWebView *view, WebKitLoadEvent phase, const char *url, GError *error,
    bridge_observers *observers) {
  (void)view;
  observers->failed(observers->context, (int)phase, url, error);
  return TRUE;
}

static inline void bridge_on_end(
    WebKitWebView *view, WebKitWebProcessTerminationReason reason, bridge_observers *observers) {
  (void)view;
  observers->terminated(observers->context, (int)reason);
}

static inline gboolean bridge_on_dialog(
    WebKitWebView *view, WebKitScriptDialog *dialog, bridge_observers *observers) {
  (void)view;
  observers->dialog(observers->context, dialog);
  return TRUE;
}

static inline gboolean bridge_on_policy(
    WebKitWebView *view, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type,
    bridge_observers *observers) {
  (void)view;
  if (type != WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION) return FALSE;
  WebKitNavigationAction *action = webkit_navigation_policy_decision_get_navigation_action(
      WEBKIT_NAVIGATION_POLICY_DECISION(decision));
  const char *url = webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
  if (observers->policy(observers->context, url)) return FALSE;
  webkit_policy_decision_ignore(decision);
  return TRUE;
}

static inline void bridge_on_resource(
    WebKitWebView *view, WebKitWebResource *resource, WebKitURIRequest *request,
    bridge_observers *observers) {
  (void)view;
  (void)resource;
  observers->resource(observers->context, webkit_uri_request_get_uri(request));
}

static inline void bridge_on_responsive(
    WebKitWebView *view, GParamSpec *spec, bridge_observers *observers) {
  (void)spec;
  observers->responsive(observers->context, webkit_web_view_get_is_web_process_responsive(view));
}

// What would open a window or a dialog of its own, or leave a file behind.

static inline GtkWidget *bridge_on_window(
    WebKitWebView *view, WebKitNavigationAction *action, bridge_observers *observers) {
  (void)view;
  observers->refused(
      observers->context, "window", webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)));
  return NULL;
}

static inline gboolean bridge_on_print(
    WebKitWebView *view, WebKitPrintOperation *operation, bridge_observers *observers) {
  (void)operation;
  observers->refused(observers->context, "print", webkit_web_view_get_uri(view));
  return TRUE;
}

static inline gboolean bridge_on_file_chooser(
    WebKitWebView *view, WebKitFileChooserRequest *request, bridge_observers *observers) {
  webkit_file_chooser_request_cancel(request);
  observers->refused(observers->context, "file", webkit_web_view_get_uri(view));
  return TRUE;
}

static inline gboolean bridge_on_color_chooser(
    WebKitWebView *view, WebKitColorChooserRequest *request, bridge_observers *observers) {
  webkit_color_chooser_request_cancel(request);
  observers->refused(observers->context, "colour", webkit_web_view_get_uri(view));
  return TRUE;
}

static inline gboolean bridge_on_permission(
    WebKitWebView *view, WebKitPermissionRequest *request, bridge_observers *observers) {
  webkit_permission_request_deny(request);
  observers->refused(observers->context, "permission", webkit_web_view_get_uri(view));
  return TRUE;
}

static inline gboolean bridge_on_notification(
    WebKitWebView *view, WebKitNotification *notification, bridge_observers *observers) {
  (void)view, (void)notification, (void)observers;
  return TRUE;
}

static inline void bridge_on_download(
    WebKitWebContext *context, WebKitDownload *download, bridge_observers *observers) {
  (void)context;
  observers->refused(
      observers->context, "download", webkit_uri_request_get_uri(webkit_download_get_request(download)));
  webkit_download_cancel(download);
}

// A view in a window that is never shown.
static inline WebKitWebView *bridge_new_view(
    WebKitWebContext *context, WebKitUserContentManager *manager, GtkWidget **window) {
  WebKitWebView *view = WEBKIT_WEB_VIEW(g_object_new(
      WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, NULL));
  *window = gtk_offscreen_window_new();
  gtk_window_set_default_size(GTK_WINDOW(*window), 400, 300);
  gtk_container_add(GTK_CONTAINER(*window), GTK_WIDGET(view));
  gtk_widget_show_all(*window);
  return view;
}

static inline void bridge_connect(
    void *object, const char *signal, GCallback callback, bridge_observers *observers) {
  g_signal_connect_data(
      object, signal, callback, g_rc_box_acquire(observers), bridge_free_observers, (GConnectFlags)0);
}

static inline void bridge_observe(WebKitWebView *view, bridge_observers *observers) {
  bridge_connect(view, "load-changed", G_CALLBACK(bridge_on_load), observers);
  bridge_connect(view, "load-failed", G_CALLBACK(bridge_on_failure), observers);
  bridge_connect(view, "web-process-terminated", G_CALLBACK(bridge_on_end), observers);
  bridge_connect(view, "script-dialog", G_CALLBACK(bridge_on_dialog), observers);
  bridge_connect(view, "decide-policy", G_CALLBACK(bridge_on_policy), observers);
  bridge_connect(view, "resource-load-started", G_CALLBACK(bridge_on_resource), observers);
  bridge_connect(view, "create", G_CALLBACK(bridge_on_window), observers);
  bridge_connect(view, "print", G_CALLBACK(bridge_on_print), observers);
  bridge_connect(view, "run-file-chooser", G_CALLBACK(bridge_on_file_chooser), observers);
  bridge_connect(view, "run-color-chooser", G_CALLBACK(bridge_on_color_chooser), observers);
  bridge_connect(view, "permission-request", G_CALLBACK(bridge_on_permission), observers);
  bridge_connect(view, "show-notification", G_CALLBACK(bridge_on_notification), observers);
  bridge_connect(
      webkit_web_view_get_context(view), "download-started", G_CALLBACK(bridge_on_download), observers);
  bridge_connect(
      view, "notify::is-web-process-responsive", G_CALLBACK(bridge_on_responsive), observers);
}

// Serves a scheme; `answer` is given the observers.
static inline void bridge_serve(
    WebKitWebContext *context, const char *scheme, WebKitURISchemeRequestCallback answer,
    bridge_observers *observers) {
  webkit_web_context_register_uri_scheme(
      context, scheme, answer, g_rc_box_acquire(observers),
      (GDestroyNotify)bridge_release_observers);
}

// A function of JavaScript with one argument.
static inline JSCValue *bridge_call(JSCValue *function, JSCValue *argument) {
  JSCValue *arguments[] = {argument};
  return jsc_value_function_callv(function, 1, arguments);
}

static inline void bridge_add_member(GVariantBuilder *builder, const char *key, GVariant *value) {
  g_variant_builder_add(builder, "{sv}", key, value);
}

static inline GVariantBuilder *bridge_new_dictionary(void) {
  return g_variant_builder_new(G_VARIANT_TYPE("a{sv}"));
}

static inline GError *bridge_not_found(const char *text) {
  return g_error_new_literal(G_IO_ERROR, G_IO_ERROR_NOT_FOUND, text);
}

static inline const char *bridge_domain(const GError *error) {
  return g_quark_to_string(error->domain);
}

// Starts a helper that dies with this process, with `descriptor` kept open in it (or -1).
static inline pid_t bridge_spawn(char *const arguments[], int descriptor) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) return child;
  // Whoever started this process may have blocked signals: a helper must hear when it is to end.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);
  for (int other = 3; other < 256; other++)
    if (other != descriptor) close(other);
  // What it says is of no use to who reads this process's output.
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 0);
  dup2(nothing, 1);
  dup2(nothing, 2);
  execvp(arguments[0], arguments);
  _exit(127);
}

// Removes a folder with all that is in it; links are removed, not followed.
static inline void bridge_remove_tree(const char *folder) {
  char *const roots[] = {(char *)folder, NULL};
  FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
  if (!tree) return;
  for (FTSENT *entry = fts_read(tree); entry; entry = fts_read(tree)) {
    if (entry->fts_info == FTS_DP)
      rmdir(entry->fts_accpath);
    else if (entry->fts_info != FTS_D)
      unlink(entry->fts_accpath);
  }
  fts_close(tree);
}

// Whoever started in this process's name and lost its parent becomes its child, so that it is found
// and ended.
static inline void bridge_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

static inline void bridge_on_lost_bus(
    GDBusConnection *connection, gboolean by_peer, GError *error, void (*lost)(void)) {
  (void)connection;
  (void)by_peer;
  (void)error;
  lost();
}

// Calls `lost` when the session's bus goes, instead of ending the process.
static inline gboolean bridge_watch_bus(void (*lost)(void)) {
  GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!bus) return FALSE;
  g_dbus_connection_set_exit_on_close(bus, FALSE);
  g_signal_connect(bus, "closed", G_CALLBACK(bridge_on_lost_bus), (void *)lost);
  return TRUE;
}

// Sends every request for another machine to a port of this one, where it is refused.
static inline void bridge_stay_local(WebKitWebContext *context, const char *nowhere) {
  WebKitNetworkProxySettings *settings = webkit_network_proxy_settings_new(nowhere, NULL);
  webkit_website_data_manager_set_network_proxy_settings(
      webkit_web_context_get_website_data_manager(context), WEBKIT_NETWORK_PROXY_MODE_CUSTOM,
      settings);
  webkit_network_proxy_settings_free(settings);
}

// Listens on a port of this machine that the system chooses; -1 where there is none.
static inline int bridge_listen_locally(int *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  if (bind(descriptor, (struct sockaddr *)&address, size) != 0
      || getsockname(descriptor, (struct sockaddr *)&address, &size) != 0
      || listen(descriptor, 128) != 0) {
    close(descriptor);
    return -1;
  }
  *port = ntohs(address.sin_port);
  return descriptor;
}

static inline int bridge_accept(int descriptor) {
  int connection = accept(descriptor, NULL, NULL);
  if (connection < 0) return -1;
  fcntl(connection, F_SETFD, FD_CLOEXEC);
  fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK);
  return connection;
}

static inline guint bridge_watch_input(int descriptor, GUnixFDSourceFunc ready, void *context) {
  return g_unix_fd_add(descriptor, (GIOCondition)(G_IO_IN | G_IO_HUP), ready, context);
}

#endif
