/**
 * Loaded first into every program of the launcher. A killed launcher sends no signal, but its channel closes: then
 * this program stops as on SIGTERM, and is killed if it does not.
 */
const PATIENCE = 20_000

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), PATIENCE).unref()
  process.kill(process.pid, 'SIGTERM')
})

// The channel must not keep a finished program alive.
process.channel?.unref()
