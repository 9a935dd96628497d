import Link from '@mui/material/Link'
import type { ReactNode } from 'react'

/**
 * Link in a user's text: internal links stay in the window, external ones open in a new one without a
 * referrer.
 */
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
