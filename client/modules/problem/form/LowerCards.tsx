import type { ReactNode } from 'react'
import type { Form } from '../../../ui/form/useForm.ts'
import { FilesCard } from './FilesCard.tsx'
import type { FormLanguage } from './formLanguages.ts'
import { JudgingCard } from './JudgingCard.tsx'
import type { ProblemValues } from './problemValues.ts'
import { TemplatesCard } from './TemplatesCard.tsx'

type Props = { form: Form<ProblemValues>; languages: readonly FormLanguage[]; isRemote: boolean }

/** Cards below the statement: judging, templates and files; of a problem of another judge only the templates. */
export const LowerCards = ({ form, languages, isRemote }: Props): ReactNode => (
  <>
    {!isRemote && <JudgingCard form={form} languages={languages} />}
    <TemplatesCard form={form} languages={languages} />
    {!isRemote && <FilesCard form={form} />}
  </>
)
