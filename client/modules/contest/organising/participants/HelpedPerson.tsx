import Box from '@mui/material/Box'

type Props = {
  /** What the board shows of them. */
  name: string
  username: string
  realname: string | null | undefined
  school: string | null | undefined
}

/** The person who gets a balloon or a printed text: the name and school of the board, then what else organisers know. */
export function HelpedPerson({ name, username, realname, school }: Props) {
  const others = [school, ...[username, realname].filter((other) => other !== name)].filter(Boolean)
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {name}
      </Box>
      {others.length > 0 && (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{others.join(' · ')}</Box>
      )}
    </Box>
  )
}
