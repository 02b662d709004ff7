import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'

interface GroupFieldProps {
  readonly description: string
  readonly groups: readonly string[]
  readonly value: string
  readonly error: ReactNode
  readonly onChange: (group: string) => void
}

/** The group whose rights a key has. */
export function GroupField({ description, groups, value, error, onChange }: GroupFieldProps) {
  const text = useText()
  return (
    <Select
      label={text('Users.group')}
      description={description}
      required
      searchable
      data={groups}
      value={value || null}
      error={error}
      onChange={(group) => onChange(group ?? '')}
    />
  )
}
