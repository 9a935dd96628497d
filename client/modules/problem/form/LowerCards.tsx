import type { ReactNode } from 'react'
import type { Form } from '../../../ui/form/useForm.ts'
import { FilesCard } from './FilesCard.tsx'
import type { FormLanguage } from './formLanguages.ts'
import { JudgingCard } from './JudgingCard.tsx'
import type { ProblemValues } from './problemValues.ts'
import { TemplatesCard } from './TemplatesCard.tsx'

type Props = { form: Form<ProblemValues>; languages: readonly FormLanguage[] }

/** Cards below the statement: judging, templates and files. */
export const LowerCards = ({ form, languages }: Props): ReactNode => (
  <>
    <JudgingCard form={form} languages={languages} />
    <TemplatesCard form={form} languages={languages} />
    <FilesCard form={form} />
  </>
)
