export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
