import { Code, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A formatted release note: headings, points as lists below them, commands as code, names as emphasis. */
export function ReleaseNote({ note }: { note: string }) {
  return (
    <Stack gap="xs">
      {blocksOf(note).map((lines, index) => {
        const [first = ''] = lines
        const key = `${index} ${first}`
        if (isPoint(first)) {
          return (
            <List key={key} size="sm" spacing="xs">
              {lines.map((line) => (
                <List.Item key={line}>{marked(line.replace(/^\s*[-*]\s+/, ''))}</List.Item>
              ))}
            </List>
          )
        }
        return (
          <Text key={key} size="sm" {...(first.startsWith('#') ? headingLook(index) : {})}>
            {marked(first.replace(/^#+\s*/, ''))}
          </Text>
        )
      })}
    </Stack>
  )
}

/** Headings stand apart from what is above them. */
function headingLook(index: number) {
  return { component: 'h3', fw: 600, mt: index === 0 ? 0 : 'sm' } as const
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

/** Code, bold text and emphasis; asterisks in code are part of it. */
function marked(line: string): ReactNode[] {
  return line.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^\s*](?:[^*]*[^\s*])?\*)/).map((part, index) => {
    const key = `${index} ${part}`
    if (index % 2 === 0) return part
    if (part.startsWith('`')) return <Code key={key}>{part.slice(1, -1)}</Code>
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
    return <em key={key}>{part.slice(1, -1)}</em>
  })
}
