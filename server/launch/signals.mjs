/**
 * Stops in order on the first signal, also during the start; a second signal exits at once. Errors of a
 * stopping step are printed and do not keep the process. An uncaught error stops in order too, so that no started
 * program outlives this process.
 */
export function stopOnSignals(stop) {
  let stopping = false
  // A closed terminal or a full disk is no reason to exit.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.once('uncaughtException', (error) => {
    process.exitCode = 1
    process.stderr.write(`\n${error.stack ?? error}\n`)
    void onSignal()
  })
  const onSignal = async () => {
    if (stopping) process.exit(1)
    stopping = true
    process.stdout.write('\nStopping …\n')
    try {
      await stop()
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    }
    process.exit()
  }
  // npm may exit on a signal without forwarding it; a server started by hand may outlive its shell.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && !stopping && onSignal(), 500).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
}
