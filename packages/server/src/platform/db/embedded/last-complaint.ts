/** PostgreSQL's last error message, without its time stamp; hints after the FATAL line are left out. */
export function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC|error):/i.test(line))
  return (fatal ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC|error):\s*/i, '').trim()
}
