/**
 * Stop in order on the first signal, also when it comes while things are still starting; a second one does
 * not wait. What a step of stopping throws is said and does not keep the process.
 * An error that nobody expected stops in order, too: what was started must not outlive this process.
 */
export function stopOnSignals(stop) {
  let stopping = false
  // A terminal that is gone or a disk that is full takes no words, which is no reason to end.
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
  // npm may end by a signal that it hands on to nobody; a server started by hand may outlive a shell.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && !stopping && onSignal(), 500).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
}
