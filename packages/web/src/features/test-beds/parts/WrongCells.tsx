import { Alert, List, Text } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'

const shownFindings = 8

/** The cells of an uploaded file that are wrong, and what they may hold: once, if it is the same for all. */
export function WrongCells({ error }: { readonly error: Error | null }) {
  const text = useText()
  const findings = error instanceof ApiError ? error.fieldErrors : []
  const [first] = findings
  if (first === undefined) return null
  const allowedText = (allowed: string) => text('Tests.upload.allowed', { allowed })
  const forAll = findings.every(({ allowed }) => allowed === first.allowed) ? first.allowed : undefined
  const areCells = findings.every(({ field }) => field.includes('!'))
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      title={areCells && text('Tests.upload.findings', { count: findings.length })}
    >
      <List size="sm" spacing={2}>
        {findings.slice(0, shownFindings).map(({ field, message, allowed }) => (
          <List.Item key={`${field}${message}`}>
            <span className="mono">{field}</span> {message}
            {allowed !== undefined && forAll === undefined && ` · ${allowedText(allowed)}`}
          </List.Item>
        ))}
      </List>
      {forAll !== undefined && (
        <Text size="sm" mt="xs">
          {allowedText(forAll)}
        </Text>
      )}
    </Alert>
  )
}
