import { Autocomplete } from '@mantine/core'
import { defaultCallPurpose } from '@sheetwright/contract/execution/request.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { usePurposes } from '../queries.ts'

/** What a call is for: one of the tenant's purposes, or a word of one's own. */
export function PurposeField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const text = useText()
  // The list is asked for once somebody goes there: most runs have no purpose of their own.
  const [isVisited, setVisited] = useState(false)
  const purposes = usePurposes(isVisited)
  return (
    <Autocomplete
      label={text('Tester.purpose')}
      data={purposes}
      value={value}
      placeholder={defaultCallPurpose}
      maxLength={120}
      onFocus={() => setVisited(true)}
      onChange={onChange}
    />
  )
}
