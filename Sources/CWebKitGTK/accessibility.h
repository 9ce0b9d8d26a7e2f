// A client of the accessibility bus (AT-SPI 2, D-Bus): calls with a variable number of arguments.
#ifndef BRIDGE_ACCESSIBILITY_H
#define BRIDGE_ACCESSIBILITY_H

#include <gio/gio.h>

// The accessibility bus of the session; NULL where there is none.
static inline GDBusConnection *bridge_accessibility_bus(void) {
  GDBusConnection *session = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
  if (!session) return NULL;
  GVariant *answer = g_dbus_connection_call_sync(
      session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", NULL,
      G_VARIANT_TYPE("(s)"), G_DBUS_CALL_FLAGS_NONE, 15000, NULL, NULL);
  g_object_unref(session);
  if (!answer) return NULL;
  const char *address;
  g_variant_get(answer, "(&s)", &address);
  GDBusConnection *bus = g_dbus_connection_new_for_address_sync(
      address,
      (GDBusConnectionFlags)(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
                             | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION),
      NULL, NULL, NULL);
  g_variant_unref(answer);
  return bus;
}

// Calls a method without arguments, or with the text that is given; NULL where it fails.
static inline GVariant *bridge_bus_call(
    GDBusConnection *bus, const char *owner, const char *path, const char *interface,
    const char *method, const char *text) {
  return g_dbus_connection_call_sync(
      bus, owner, path, interface, method, text ? g_variant_new("(s)", text) : NULL, NULL,
      G_DBUS_CALL_FLAGS_NO_AUTO_START, 10000, NULL, NULL);
}

// A property as text; NULL where there is none. To be freed.
static inline char *bridge_bus_text(
    GDBusConnection *bus, const char *owner, const char *path, const char *interface,
    const char *name) {
  GVariant *answer = g_dbus_connection_call_sync(
      bus, owner, path, "org.freedesktop.DBus.Properties", "Get",
      g_variant_new("(ss)", interface, name), G_VARIANT_TYPE("(v)"),
      G_DBUS_CALL_FLAGS_NO_AUTO_START, 10000, NULL, NULL);
  if (!answer) return NULL;
  GVariant *value;
  g_variant_get(answer, "(v)", &value);
  char *text =
      g_variant_is_of_type(value, G_VARIANT_TYPE_STRING) ? g_variant_dup_string(value, NULL) : NULL;
  g_variant_unref(value);
  g_variant_unref(answer);
  return text;
}

#endif
