/** Counts of a server: shared streams, and executions for their subscribers. */
export async function streamFigures({ url }: { url: string }) {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
  return { shared: figure('server_shared_streams'), executions: figure('server_stream_executions_total') }
}
