import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { homeOf } from '../../user/UserLink.tsx'

type Props = {
  student: {
    readonly username: string
    readonly realname: string | null | undefined
    readonly studentNumber: string | null | undefined
  }
}

/** A student in a table of results: user name, and below it real name and number. */
export function StudentName({ student: { username, realname, studentNumber } }: Props) {
  const about = [realname, studentNumber].filter(Boolean).join(' ')
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Link href={homeOf(username)} color="text.primary" title={username} sx={NAME}>
        {username}
      </Link>
      {about && (
        <Box title={about} sx={{ ...CUT, typography: 'caption', color: 'text.secondary' }}>
          {about}
        </Box>
      )}
    </Box>
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const NAME = { ...CUT, display: 'block', typography: 'dense', fontWeight: 600 } as const
