import { Code, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A formatted release note: points as a list, commands as code. */
export function ReleaseNote({ note }: { note: string }) {
  const lines = note.split(/\r?\n/).filter((line) => line.trim() !== '')
  const points = lines.filter(isPoint)
  return (
    <Stack gap="xs">
      {lines
        .filter((line) => !isPoint(line))
        .map((line) => (
          <Text key={line} size="sm">
            {marked(line.replace(/^#+\s*/, ''))}
          </Text>
        ))}
      {points.length > 0 && (
        <List size="sm" spacing="xs">
          {points.map((line) => (
            <List.Item key={line}>{marked(line.replace(/^\s*[-*]\s+/, ''))}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
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
