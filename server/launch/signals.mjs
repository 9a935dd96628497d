/**
 * Stop in order on the first signal, also when it comes while things are still starting; a second one does
 * not wait. What a step of stopping throws is said and does not keep the process.
 */
export function stopOnSignals(stop) {
  let stopping = false
  const onSignal = async () => {
    if (stopping) process.exit(1)
    stopping = true
    process.stdout.write('\nStopping …\n')
    try {
      await stop()
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    }
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
}
