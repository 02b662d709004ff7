import { Select } from '@mantine/core'
import { searchServices } from '@sheetwright/contract/engines/search-services.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../platform/api/use-api.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useAppState } from '../../../platform/store/use-app-store.ts'

export interface ChosenEngine {
  readonly product: string
  readonly engine: string
}

/** Searches an engine of any product by name. */
export function EngineSelect({
  label,
  value,
  onChange,
}: {
  label: string
  value: ChosenEngine | undefined
  onChange: (engine: ChosenEngine) => void
}) {
  const text = useText()
  const api = useApi()
  const { auth } = useAppState()
  const [typed, setTyped] = useState('')
  const found = useQuery({
    queryKey: ['engines', 'choice', auth.tenant],
    queryFn: ({ signal }) =>
      api.call(searchServices, {
        params: { tenant: auth.tenant },
        body: { request_data: { page_size: 1000 } },
        signal,
      }),
    select: ({ response_data }) => response_data.services,
    placeholderData: keepPreviousData,
  })
  const options = (found.data ?? []).map((service) => ({
    value: JSON.stringify([service.folder_id, service.service_id]),
    label: `${service.folder_name} / ${service.service_name}`,
  }))
  return (
    <Select
      label={label}
      placeholder={text('EngineSelect.placeholder')}
      nothingFoundMessage={text('EngineSelect.none')}
      searchable
      limit={100}
      searchValue={typed}
      onSearchChange={setTyped}
      data={options}
      value={value === undefined ? null : JSON.stringify([value.product, value.engine])}
      onChange={(chosen) => {
        if (chosen === null) return
        const [product, engine] = JSON.parse(chosen) as [string, string]
        onChange({ product, engine })
      }}
    />
  )
}
