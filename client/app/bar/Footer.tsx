import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { Footer_site$key } from '../../__generated__/Footer_site.graphql.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const JudgingDialog = lazyPart(async () => (await import('./JudgingDialog.tsx')).JudgingDialog)
const HelpDialog = lazyPart(async () => (await import('./HelpDialog.tsx')).HelpDialog)

type Open = 'queue' | 'system' | 'help' | null

const quiet = { color: 'text.tertiary', typography: 'caption' } as const

export function Footer(props: { site: Footer_site$key }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>(null)
  const site = useFragment(
    graphql`
      fragment Footer_site on Site {
        name
        recordName
        recordUrl
        projectName
        projectUrl
      }
    `,
    props.site,
  )
  const close = () => setOpen(null)
  const opener = (what: Exclude<Open, null>, label: string) => (
    <Link component="button" type="button" onClick={() => setOpen(what)} sx={quiet}>
      {label}
    </Link>
  )
  const outer = [
    [site.projectName, site.projectUrl],
    [site.recordName, site.recordUrl],
  ].filter(([label]) => label)

  return (
    <Box
      component="footer"
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        px: 6,
        py: 4,
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'center',
        columnGap: 5,
        rowGap: 2,
        ...quiet,
      }}
    >
      <span>{site.name}</span>
      {opener('queue', t('app:footer.queue'))}
      {opener('system', t('app:footer.system'))}
      <Link href="/introduction" sx={quiet}>
        {t('app:nav.introduction')}
      </Link>
      <Link href="/developer" sx={quiet}>
        {t('app:nav.developer')}
      </Link>
      {opener('help', t('app:footer.help'))}
      {outer.map(([label, href]) =>
        href ? (
          <Link key={label} href={href} sx={quiet}>
            {label}
          </Link>
        ) : (
          <span key={label}>{label}</span>
        ),
      )}
      <Suspense fallback={null}>
        {open === 'help' ? (
          <HelpDialog onClose={close} />
        ) : (
          open && <JudgingDialog show={open} onClose={close} />
        )}
      </Suspense>
    </Box>
  )
}
