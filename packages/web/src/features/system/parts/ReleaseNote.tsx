import { Code, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A formatted release note: headings, points as lists below them, commands as code. */
export function ReleaseNote({ note }: { note: string }) {
  return (
    <Stack gap="xs">
      {blocksOf(note).map((lines) => {
        const [first = ''] = lines
        return isPoint(first) ? (
          <List key={first} size="sm" spacing="xs">
            {lines.map((line) => (
              <List.Item key={line}>{marked(line.replace(/^\s*[-*]\s+/, ''))}</List.Item>
            ))}
          </List>
        ) : (
          <Text key={first} size="sm" {...(first.startsWith('#') ? { fw: 600 } : {})}>
            {marked(first.replace(/^#+\s*/, ''))}
          </Text>
        )
      })}
    </Stack>
  )
}

/** The lines in their order; points that follow each other are one block. */
function blocksOf(note: string): string[][] {
  const blocks: string[][] = []
  for (const line of note.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const last = blocks.at(-1)
    if (last !== undefined && isPoint(line) && isPoint(last[0] ?? '')) last.push(line)
    else blocks.push([line])
  }
  return blocks
}

function isPoint(line: string): boolean {
  return /^\s*[-*]\s/.test(line)
}

function marked(line: string): ReactNode[] {
  return line
    .replaceAll('**', '')
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <Code key={part}>{part}</Code> : part))
}
