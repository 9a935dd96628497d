/**
 * Loaded into every program that the launcher starts, before its own first line. A launcher that was killed
 * sends no signal, but its end of the channel closes: then this program stops itself, as if it had been asked
 * to, and is ended if it does not.
 */
const PATIENCE = 20_000

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), PATIENCE).unref()
  process.kill(process.pid, 'SIGTERM')
})

// The open channel must not keep a finished program alive.
process.channel?.unref()
