/**
 * What every MUI link and button with an `href` becomes (the theme says so): an inner address is a link of the
 * router that is warmed by hovering, an outer one opens on its own. Write `<Link href="/problem">`.
 */
import { type AnchorHTMLAttributes, forwardRef } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import { warm } from './warm.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href?: string
  replace?: boolean
  /** Stays where the reader has scrolled to, as for a filter of the list below. */
  keepScroll?: boolean
  /** Leads within the page that is shown: there is nothing to load ahead. */
  cold?: boolean
}

/** Ours, and a page: what the server answers itself is not for the router. */
const isPage = (href: string) => /^\/(?!\/)(?!(api|shopapi|graphql|judging|assets)(\/|$|\?))/.test(href)

export const RouterLink = forwardRef<HTMLAnchorElement, Props>(function RouterLink(
  { href = '', replace, keepScroll, cold, ...rest },
  ref,
) {
  if (isPage(href) && rest.download === undefined && rest.target !== '_blank')
    return <PageLink ref={ref} href={href} replace={replace} keepScroll={keepScroll} cold={cold} {...rest} />
  const outer = /^https?:/.test(href) ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return <a ref={ref} href={href} {...outer} {...rest} />
})

/** As the router's own link, without what that one brings for pages drawn by a server. */
const PageLink = forwardRef<HTMLAnchorElement, Props & { href: string }>(function PageLink(
  { href, replace, keepScroll, cold, onClick, onPointerEnter, onFocus, ...rest },
  ref,
) {
  const follow = useLinkClickHandler(href, { replace, preventScrollReset: keepScroll })
  return (
    <a
      ref={ref}
      href={useHref(href)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        if (!cold) warm(href)
      }}
      onFocus={(event) => {
        onFocus?.(event)
        if (!cold) warm(href)
      }}
      {...rest}
    />
  )
})
