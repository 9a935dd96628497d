import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { LIMITS, ROOT_COST } from '#server/shared/graphLimits.ts'
import type {
  DeveloperPageQuery,
  DeveloperPageQuery$data,
} from '../../__generated__/DeveloperPageQuery.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { CodeSample } from '../../ui/code/CodeSample.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Paragraph, Prose, Terms } from '../../ui/markdown/Prose.tsx'
import { RichText } from '../../ui/markdown/RichText.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { authorizedCall, graphqlCall, liveProgram, loginCall, restCall, submitProgram } from './examples.ts'

/** Limits of an operation and of a connection. */
const SHOWN = { ...LIMITS, root: ROOT_COST, page: 100, subscriptions: 100 }

const LIMIT_KEYS = ['page', 'depth', 'breadth', 'complexity', 'subscriptions', 'minute', 'submit'] as const

const CREDITS = [
  { name: 'React', href: 'https://react.dev' },
  { name: 'Relay', href: 'https://relay.dev' },
  { name: 'MUI', href: 'https://mui.com' },
  { name: 'Monaco Editor', href: 'https://microsoft.github.io/monaco-editor/' },
  { name: 'KaTeX', href: 'https://katex.org' },
  { name: 'highlight.js', href: 'https://highlightjs.org' },
  { name: 'Fastify', href: 'https://fastify.dev' },
  { name: 'GraphQL Yoga', href: 'https://the-guild.dev/graphql/yoga-server' },
  { name: 'Pothos', href: 'https://pothos-graphql.dev' },
  { name: 'graphql-ws', href: 'https://the-guild.dev/graphql/ws' },
  { name: 'Prisma', href: 'https://www.prisma.io' },
  { name: 'Graphile Worker', href: 'https://worker.graphile.org' },
  { name: 'PostgreSQL', href: 'https://www.postgresql.org' },
] as const

/** OpenAPI document of the REST calls. */
const OPENAPI = '/api/openapi.json'

const RestCalls = lazyPart(async () => (await import('./RestCalls.tsx')).RestCalls)

type Site = DeveloperPageQuery$data['site']

/** Explains how to call the site's API. */
export function DeveloperPage({ queryRef }: PageProps<DeveloperPageQuery>) {
  const { t } = useTranslation()
  const { site } = usePreloadedQuery<DeveloperPageQuery>(
    graphql`
      query DeveloperPageQuery {
        site {
          submitIntervalSeconds
          projectName
          projectUrl
        }
      }
    `,
    queryRef,
  )
  const { origin } = location

  return (
    <Prose
      title={t('developer:title')}
      lead={t('developer:lead')}
      contents={t('developer:contents')}
      chapters={[
        {
          id: 'graphql',
          title: t('developer:graphql.title'),
          content: <GraphqlChapter origin={origin} />,
        },
        {
          id: 'login',
          title: t('developer:login.title'),
          content: <LoginChapter origin={origin} />,
        },
        {
          id: 'live',
          title: t('developer:live.title'),
          content: <LiveChapter origin={origin} />,
        },
        {
          id: 'rest',
          title: t('developer:rest.title'),
          content: <RestChapter origin={origin} />,
        },
        {
          id: 'calls',
          title: t('developer:calls.title'),
          content: (
            <Suspense fallback={<SkeletonRows rows={8} />}>
              <RestCalls url={OPENAPI} />
            </Suspense>
          ),
        },
        {
          id: 'limits',
          title: t('developer:limits.title'),
          content: <LimitsChapter site={site} />,
        },
        {
          id: 'credits',
          title: t('developer:credits.title'),
          content: <CreditsChapter site={site} />,
        },
      ]}
    />
  )
}

const code = { code: <code /> }

const samples = { display: 'grid', gap: 3, mt: 3 } as const

function GraphqlChapter({ origin }: { origin: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Paragraph>
        <RichText text={t('developer:graphql.text', { url: new URL('/graphql', origin).href })} tags={code} />
      </Paragraph>
      {/* GraphiQL is a page of the server, outside the router. */}
      <Box>
        <Button component="a" href="/graphql" target="_blank" startIcon={<Icon name="open" />}>
          {t('developer:graphql.explore')}
        </Button>
      </Box>
      <Box sx={samples}>
        <CodeSample code={graphqlCall(origin)} language="shell" label={t('developer:graphql.sample')} />
      </Box>
    </>
  )
}

function LoginChapter({ origin }: { origin: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Paragraph>
        <RichText text={t('developer:login.text')} tags={code} />
      </Paragraph>
      <Box sx={samples}>
        <CodeSample code={loginCall(origin)} language="shell" label={t('developer:login.sample')} />
        <CodeSample code={authorizedCall(origin)} language="shell" label={t('developer:login.use')} />
        <CodeSample code={submitProgram(origin)} language="javascript" label={t('developer:login.submit')} />
      </Box>
    </>
  )
}

function LiveChapter({ origin }: { origin: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Paragraph>
        <RichText text={t('developer:live.text')} tags={code} />
      </Paragraph>
      <Box sx={samples}>
        <CodeSample code={liveProgram(origin)} language="javascript" label={t('developer:live.sample')} />
      </Box>
    </>
  )
}

function RestChapter({ origin }: { origin: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Paragraph>
        <RichText text={t('developer:rest.text')} tags={code} />
      </Paragraph>
      <Box>
        <Button component="a" href={OPENAPI} target="_blank" startIcon={<Icon name="open" />}>
          {t('developer:rest.document')}
        </Button>
      </Box>
      <Box sx={samples}>
        <CodeSample code={restCall(origin)} language="shell" label={t('developer:rest.sample')} />
      </Box>
    </>
  )
}

function LimitsChapter({ site }: { site: Site }) {
  const { t, i18n } = useTranslation()
  const figures = Object.fromEntries(
    Object.entries(SHOWN).map(([key, value]) => [key, formatNumber(value, i18n.language)]),
  )
  return (
    <>
      <Paragraph>
        <RichText text={t('developer:limits.text')} tags={code} />
      </Paragraph>
      <Terms
        terms={LIMIT_KEYS.map((key) => ({
          key,
          term: t(`developer:limit.${key}.name`),
          meaning: t(`developer:limit.${key}.text`, {
            ...figures,
            seconds: site.submitIntervalSeconds,
          }),
        }))}
      />
    </>
  )
}

function CreditsChapter({ site }: { site: Site }) {
  const { t } = useTranslation()
  return (
    <>
      <Paragraph>{t('developer:credits.text')}</Paragraph>
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2 }}>
        {CREDITS.map(({ name, href }) => (
          <li key={name}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
        {site.projectName && site.projectUrl && (
          <li>
            <Link href={site.projectUrl}>{site.projectName}</Link>
          </li>
        )}
      </Box>
    </>
  )
}
