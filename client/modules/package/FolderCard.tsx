import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { FormCard } from '../../ui/form/FormCard.tsx'
import type { Form } from '../../ui/form/useForm.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { UploadList } from '../../ui/upload/UploadList.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import type { ProblemValues } from '../problem/form/problemValues.ts'
import { useFolder } from './useFolder.ts'

const FolderDialog = lazyPart(async () => (await import('./FolderDialog.tsx')).FolderDialog)
const PackageDialog = lazyPart(async () => (await import('./PackageDialog.tsx')).PackageDialog)

/** Fills a new problem from a folder on the author's disk, and shows what is imported with it. */
export function FolderCard({ form }: { form: Form<ProblemValues> }) {
  const { t } = useTranslation()
  const { brought } = form.values
  const place = usePlace()
  const folder = useFolder()
  return (
    <FormCard title={t('folder:title')} text={brought ? undefined : t('folder:text')}>
      {brought ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, typography: 'body2' }}>
            <Icon name="layers" />
            <Box sx={{ flex: '1 1 200px' }}>
              {t('folder:along', {
                cases: t('folder:cases', { count: brought.caseCount }),
                solutions: t('folder:solutions', { count: brought.solutions.length }),
              })}
              {brought.makers.length > 0 && ` · ${t('folder:makers', { count: brought.makers.length })}`}
            </Box>
            <Button size="small" startIcon={<Icon name="cross" />} onClick={() => form.set('brought', null)}>
              {t('folder:leaveOut')}
            </Button>
          </Box>
          {brought.solutions.length > 0 && (
            <Box
              component="ul"
              sx={{ typography: 'dense', color: 'text.secondary', overflowWrap: 'anywhere' }}
            >
              {brought.solutions.map(({ name, expected }) => (
                <li key={name}>
                  {name} · {expected.map((one) => verdictCode(one)).join(' / ')}
                </li>
              ))}
            </Box>
          )}
        </Box>
      ) : (
        <>
          <DropZone
            label={t('folder:choose')}
            folder={t('folder:chooseFolder')}
            hint={t('folder:hint')}
            onFiles={folder.add}
          />
          <UploadList {...folder.list} />
          {folder.reading && (
            <Box role="status" sx={{ typography: 'dense', color: 'text.secondary' }}>
              {t('folder:reading')}
            </Box>
          )}
        </>
      )}
      {folder.found && (
        <Suspense fallback={null}>
          {folder.found.findings.package && place === null ? (
            <PackageDialog
              {...folder.found.findings.package}
              upload={folder.found.upload}
              onClose={folder.forget}
            />
          ) : (
            <FolderDialog form={form} found={folder.found} onClose={folder.forget} />
          )}
        </Suspense>
      )}
    </FormCard>
  )
}
