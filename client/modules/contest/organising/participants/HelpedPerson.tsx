import Box from '@mui/material/Box'

type Props = {
  /** Name shown on the scoreboard. */
  name: string
  username: string
  realname: string | null | undefined
  school: string | null | undefined
}

/** A participant who gets a balloon or a print: the scoreboard name, then school, username and real name. */
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
