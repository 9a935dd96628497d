/**
 * What every MUI link and button with an `href` becomes (the theme says so): an inner address is a link of the
 * router that is warmed by hovering, an outer one opens on its own. Write `<Link href="/problem">`.
 */
import { type AnchorHTMLAttributes, forwardRef } from 'react'
import { Link } from 'react-router-dom'
import { warm } from './warm.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href?: string
  replace?: boolean
  /** Stays where the reader has scrolled to, as for a filter of the list below. */
  keepScroll?: boolean
}

/** Ours, and a page: what the server answers itself is not for the router. */
const isPage = (href: string) => /^\/(?!\/)(?!(api|shopapi|graphql|judging|assets)(\/|$|\?))/.test(href)

export const RouterLink = forwardRef<HTMLAnchorElement, Props>(function RouterLink(
  { href = '', replace, keepScroll, onPointerEnter, onFocus, ...rest },
  ref,
) {
  if (!isPage(href) || rest.download !== undefined || rest.target === '_blank') {
    const outer = /^https?:/.test(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {}
    return <a ref={ref} href={href} {...outer} {...rest} />
  }
  return (
    <Link
      ref={ref}
      to={href}
      replace={replace}
      preventScrollReset={keepScroll}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        warm(href)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        warm(href)
      }}
      {...rest}
    />
  )
})
