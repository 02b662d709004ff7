/** A warning or error of a call, whatever the shape of the answer. */
export interface CallFinding {
  readonly key: string
  readonly message: string
  readonly cell: string
}

/** The findings in an answer. Shapes: the engine run result, that of existing clients, and a failed call. */
export function callFindings(response: unknown): { warnings: CallFinding[]; errors: CallFinding[] } {
  if (!isRecord(response)) return { warnings: [], errors: [] }
  const data = isRecord(response['response_data'])
    ? response['response_data']
    : isRecord(response['data'])
      ? response['data']
      : response
  const failed = typeof response['errorCode'] === 'string' ? [response] : []
  return {
    warnings: [...listOf(data['warnings']), ...listOf(data['engineWarnings'])].map(findingOf),
    errors: [...failed, ...listOf(data['errors']), ...listOf(data['validationErrors'])].map(findingOf),
  }
}

function findingOf(entry: Readonly<Record<string, unknown>>): CallFinding {
  return {
    key: firstText(entry, 'key', 'additionalDetails', 'additional_details', 'name', 'source_path', 'errorCode'),
    message: firstText(entry, 'message', 'value'),
    cell: firstText(entry, 'sourcePath', 'source_path', 'cell'),
  }
}

function firstText(entry: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = entry[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

/** Answers to a batch have one list per record. */
function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.flat().filter(isRecord) : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
