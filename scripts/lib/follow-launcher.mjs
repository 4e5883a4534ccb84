// Loaded into every process that a launcher starts. The child has its own process group, so nothing else would end it
// when the launcher is killed with -9, and the shop would keep its port and its database.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The listener must not keep a finished process alive.
  process.channel.unref();
}
