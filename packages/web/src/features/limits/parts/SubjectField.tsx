import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useApiKeys } from '../../api-keys/queries.ts'
import { useEngineSearch } from '../../engines/queries.ts'

export interface Subject {
  readonly id: string
  readonly name: string
}

interface SubjectFieldProps {
  readonly of: 'key' | 'engine'
  readonly value: Subject | undefined
  readonly error: ReactNode
  readonly onChange: (value: Subject | undefined) => void
}

/** Searches and chooses an API key or an engine. */
export function SubjectField({ of, value, error, onChange }: SubjectFieldProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [words] = useDebouncedValue(typed.trim(), 200)
  const search = words === value?.name ? '' : words
  const keys = useApiKeys(
    { page: 1, pageSize: 20, search: search === '' ? [] : [{ field: 'name', value: search }] },
    of === 'key',
  )
  const engines = useEngineSearch(of === 'engine' ? search : '')
  const found: Subject[] =
    of === 'key'
      ? (keys.data?.items ?? []).filter(({ revokedAt }) => revokedAt === null).map(({ id, name }) => ({ id, name }))
      : (engines.data ?? []).map(({ service_id, service_name, folder_name }) => ({
          id: service_id,
          name: `${folder_name} / ${service_name}`,
        }))
  const offered = value === undefined || found.some(({ id }) => id === value.id) ? found : [value, ...found]
  return (
    <Select
      label={text(of === 'key' ? 'Limits.ofKey' : 'Limits.ofEngine')}
      description={text('Limits.choose')}
      required
      searchable
      value={value?.id ?? null}
      onChange={(id) => onChange(offered.find((each) => each.id === id))}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered.
      filter={({ options }) => options}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={text(of === 'engine' && search === '' ? 'Limits.choose' : 'Limits.nothingFound')}
      error={error}
    />
  )
}
