import { REFUSALS, Refusal, type RefusalCode } from '../../core/errors.ts'

/**
 * Runs a save and names its first wrong field in the message, as the reference system does: '<label> is required', or
 * that it is too short or too long; a refusal about a field is said in its own words. `labels` are the fields in the
 * order of the check with their words.
 */
export async function namingFirstFault<Answer>(
  labels: readonly (readonly [field: string, label: string])[],
  save: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await save()
  } catch (error) {
    const faults = error instanceof Refusal ? error.fields : null
    const [name, label] = labels.find(([field]) => faults?.[field]) ?? []
    if (!faults || name === undefined || label === undefined) throw error
    const { code, parameters = {} } = faults[name] ?? {}
    if (code !== undefined && code in REFUSALS) throw new Refusal(code as RefusalCode, parameters)
    if (code === 'TOO_LONG')
      throw new Refusal('FIELD_TOO_LONG', { field: label, max: Number(parameters.max) })
    if (code === 'TOO_SHORT')
      throw new Refusal('FIELD_TOO_SHORT', { field: label, min: Number(parameters.min) })
    throw new Refusal('FIELD_REQUIRED', { field: label })
  }
}
