/**
 * Link component of MUI's links and buttons with an `href` (set by the theme): an internal address is a router link that
 * preloads on hover, an external one opens in a new window. Write `<Link href="/problem">`.
 */
import { type AnchorHTMLAttributes, forwardRef } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import { warm } from './preload.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href?: string
  replace?: boolean
  /** Keeps the scroll position, as for a filter of the list below. */
  keepScroll?: boolean
  /** No preloading: leads within the current page. */
  cold?: boolean
}

/** Whether the address is a page of this site, not a path answered by the server. */
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

/** The router's link, without its code for server rendering. */
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
