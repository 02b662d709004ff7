import { Autocomplete } from '@mantine/core'
import { defaultCallPurpose } from '@sheetwright/contract/execution/request.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { usePurposes } from '../queries.ts'

/** The purpose of a call: one of the tenant's, or free text. */
export function PurposeField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const text = useText()
  // Fetches the list on focus, because most runs have no purpose.
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
