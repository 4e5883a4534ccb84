// Loaded into what a launcher starts. The child stands in a process group of its own, so when the launcher is killed
// with -9 nothing else would tell it, and the shop would go on holding its port and its database.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // Listening must not keep a process alive that has finished.
  process.channel.unref();
}
