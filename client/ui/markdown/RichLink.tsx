import Link from '@mui/material/Link'
import type { ReactNode } from 'react'

/** A link somebody wrote: ours stay in the window, others open on their own and learn nothing of us. */
export function RichLink({ href, children }: { href?: string; children: ReactNode }) {
  if (!href) return <span>{children}</span>
  const outer = /^https?:/.test(href)
  return (
    <Link
      href={href}
      underline="always"
      {...(outer && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      {children}
    </Link>
  )
}
