/* Debian's static Lua is not position independent, so that these names cannot be the C library's. Nothing uses them:
 * Lua reads no file, and what it would print is an error's text. */
__attribute__((visibility("hidden"))) void *stdin, *stdout, *stderr;
