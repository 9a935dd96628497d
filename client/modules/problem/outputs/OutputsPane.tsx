import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { OutputsPaneQuery } from '../../../__generated__/OutputsPaneQuery.graphql.ts'
import { askedToLogin } from '../../../app/session/guards.ts'
import { download } from '../../../relay/files/download.ts'
import { useUploads } from '../../../relay/files/useUploads.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatLength } from '../../../ui/text/format.ts'
import { DropZone } from '../../../ui/upload/DropZone.tsx'
import { UploadList } from '../../../ui/upload/UploadList.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { Draft } from '../editor/draft.ts'
import { sheetVariables } from '../editor/sheetVariables.ts'
import { useWorkbench } from '../workbenchContext.ts'

const TypeOutput = lazyPart(async () => (await import('./TypeOutput.tsx')).TypeOutput)

/** Most names of files without a test that are listed. */
const MOST_NAMED = 6

type OutputSet = {
  /** What to submit; null: nothing yet. */
  id: string | null
  /** Each with the index of the test that it is for; null: none. */
  files: readonly { name: string; size: number; caseIndex: number | null }[]
}

const NOTHING: OutputSet = { id: null, files: [] }

/** Files of open pages, which outlive a change of their layout. */
const kept = new WeakMap<Draft, OutputSet>()

/** What was typed on open pages, by the index of the test. */
const typed = new WeakMap<Draft, Map<number, string>>()

/** A name up to its ending, which a file for the same test has too. */
const stemOf = (name: string) => name.replace(/\.[^./]*$/, '')

/** Instead of the editor: the tests of an output-only problem, and the files to submit for them. */
export function OutputsPane() {
  const { t } = useTranslation()
  const { venue, displayId, draft, outputs } = useWorkbench()
  const [{ id, files }, setSet] = useState(kept.get(draft) ?? NOTHING)
  const { problem, contest } = useLazyLoadQuery<OutputsPaneQuery>(
    graphql`
      query OutputsPaneQuery($displayId: String!, $contest: Int!, $inContest: Boolean!) {
        problem(displayId: $displayId) @skip(if: $inContest) {
          outputCases {
            index
            name
            bytes
          }
        }
        contest(number: $contest) @include(if: $inContest) {
          problem(displayId: $displayId) {
            outputCases {
              index
              name
              bytes
            }
          }
        }
      }
    `,
    sheetVariables(venue?.number ?? null, displayId),
  )
  const outputCases = (problem ?? contest?.problem)?.outputCases ?? []
  const place: Record<string, string> = { pid: displayId, ...(venue && { cid: String(venue.number) }) }
  /** The set that the next file joins, which is known before this is drawn again. */
  const into = useRef(id)
  const putSet = (next: OutputSet) => {
    into.current = next.id
    kept.set(draft, next)
    setSet(next)
  }
  const { uploads, add, cancel, retry } = useUploads('outputs', putSet, () => ({
    ...place,
    ...(into.current && { into: into.current }),
  }))
  const busy = uploads.some(({ state }) => state !== 'failed')
  const reason = busy ? t('outputs:busy') : id === null ? t('problem:refused.outputsEmpty') : ''
  useEffect(() => {
    outputs.current = { id, reason }
  }, [outputs, id, reason])
  const [typing, setTyping] = useState<number | null>(null)
  const [loading, setLoading] = useState(false)
  const fetchInputs = async () => {
    setLoading(true)
    await download(`/api/file/download-inputs?${new URLSearchParams(place)}`)
    setLoading(false)
  }

  const byCase = new Map(files.map((file) => [file.caseIndex, file]))
  const matched = outputCases.filter(({ index }) => byCase.has(index)).length
  const keepText = useCallback(
    (text: string) => {
      if (typing !== null) typed.set(draft, (typed.get(draft) ?? new Map()).set(typing, text))
    },
    [draft, typing],
  )
  const addText = (index: number, text: string) => {
    const input = outputCases.find((one) => one.index === index)?.name ?? ''
    const name = byCase.get(index)?.name ?? `${stemOf(input)}.out`
    add([new File([text.endsWith('\n') ? text : `${text}\n`], name)])
  }
  const spare = files.filter(({ caseIndex }) => caseIndex === null).map(({ name }) => name)
  return (
    <Box
      component="section"
      aria-label={t('outputs:title')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={bar}>
        <Box
          component="h2"
          sx={{ typography: 'button', fontWeight: 600, display: { xs: 'none', md: 'block' } }}
        >
          {t('outputs:title')}
        </Box>
        <Box role="status" sx={{ typography: 'caption', color: 'text.secondary', flex: 1 }}>
          {files.length > 0 && t('outputs:matched', { matched, total: outputCases.length })}
        </Box>
        {files.length > 0 && (
          <Button size="small" variant="text" onClick={() => putSet(NOTHING)}>
            {t('outputs:clear')}
          </Button>
        )}
        <Button
          size="small"
          loading={loading}
          disabled={outputCases.length === 0}
          startIcon={<Icon name="download" size={14} />}
          onClick={() => void fetchInputs()}
        >
          {t('outputs:inputs')}
        </Button>
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          p: 4,
          display: 'grid',
          gap: 3,
          alignContent: 'start',
        }}
      >
        <DropZone
          label={t('outputs:add')}
          hint={t('outputs:addHint')}
          onFiles={(added) => {
            if (!askedToLogin()) add(added)
          }}
        />
        <UploadList {...{ uploads, cancel, retry }} />
        {spare.length > 0 && (
          <Box role="note" sx={{ typography: 'dense', color: 'verdict.TLE.fg' }}>
            {t('outputs:spare', {
              names: spare.slice(0, MOST_NAMED).join(', ') + (spare.length > MOST_NAMED ? ', …' : ''),
            })}
          </Box>
        )}
        <Box component="table" sx={table}>
          <thead>
            <tr>
              <th scope="col">{t('outputs:test')}</th>
              <th scope="col">{t('outputs:input')}</th>
              <th scope="col" colSpan={2}>
                {t('outputs:file')}
              </th>
            </tr>
          </thead>
          <tbody>
            {outputCases.map(({ index, name, bytes }) => {
              const file = byCase.get(index)
              return (
                <tr key={index}>
                  <td>{index}</td>
                  <td>
                    <FileName name={name} bytes={bytes} />
                  </td>
                  <td>
                    {file ? (
                      <FileName name={file.name} bytes={file.size} />
                    ) : (
                      <Box component="span" sx={{ color: 'text.tertiary' }}>
                        {t('outputs:missing')}
                      </Box>
                    )}
                  </td>
                  <td>
                    <Button
                      size="small"
                      variant="text"
                      aria-label={t('outputs:typeFor', { index })}
                      onClick={() => {
                        if (!askedToLogin()) setTyping(index)
                      }}
                    >
                      {t('outputs:type')}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Box>
      </Box>
      {typing !== null && (
        <Suspense>
          <TypeOutput
            index={typing}
            text={typed.get(draft)?.get(typing) ?? ''}
            onText={keepText}
            onUse={(text) => addText(typing, text)}
            onClose={() => setTyping(null)}
          />
        </Suspense>
      )}
    </Box>
  )
}

const FileName = ({ name, bytes }: { name: string; bytes: number }) => (
  <>
    <Box component="span" sx={{ typography: 'code', overflowWrap: 'anywhere' }}>
      {name}
    </Box>{' '}
    <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary', whiteSpace: 'nowrap' }}>
      {formatLength(bytes)}
    </Box>
  </>
)

const bar = {
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  pl: 4,
  pr: 2,
  minHeight: 44,
  flexWrap: 'wrap',
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  typography: 'dense',
  fontVariantNumeric: 'tabular-nums',
  '& th': { textAlign: 'left', fontWeight: 600, color: 'text.secondary' },
  '& th, & td': { px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider', verticalAlign: 'top' },
  '& th:first-of-type, & td:first-of-type': { width: 64 },
  '& td:last-of-type': { width: 0, py: 0.5, pr: 0 },
} as const
