/** One REST call of the OpenAPI document. */
export type RestCall = {
  tag: string
  method: string
  path: string
  summary: string
  /** True when it needs no login. */
  isOpen: boolean
  permissions: string[]
}

type Operation = { tags: string[]; summary: string; security: Record<string, string[]>[] }
type Document = { paths: Record<string, Record<string, Operation>> }

/** Calls of this site's OpenAPI document, by subject and path. */
export const callsIn = ({ paths }: Document): RestCall[] =>
  Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([
          method,
          {
            tags: [tag = ''],
            summary,
            security,
          },
        ]) => ({
          tag,
          method: method.toUpperCase(),
          path,
          summary,
          isOpen: security.some((way) => Object.keys(way).length === 0),
          permissions: security.find(({ token }) => token)?.token ?? [],
        }),
      ),
    )
    .sort((one, other) => `${one.tag} ${one.path}`.localeCompare(`${other.tag} ${other.path}`, 'en'))
