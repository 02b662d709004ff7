/** The outcome of an upload, for a log that people file and tools search. */
export interface UploadOutcome {
  readonly fileName: string
  /** Why the whole file was refused. */
  readonly failure?: string
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** The log of an upload. Its prefixes and its success text are the same in every language. */
export function exportLog({ fileName, failure, errors, warnings }: UploadOutcome): string {
  const lines = [
    ...(failure === undefined ? [] : [`Import Processing Error: ${oneLine(failure)}`]),
    ...errors.map((error) => `ERROR: ${oneLine(error)}`),
    ...warnings.map((warning) => `WARNING: ${oneLine(warning)}`),
    ...(failure === undefined && errors.length === 0 ? [`${fileName}: file uploaded successfully`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
