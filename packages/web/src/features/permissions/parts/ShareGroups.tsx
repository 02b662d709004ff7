import { Stack, Switch, Text } from '@mantine/core'
import { accessLevelNames } from '../../../platform/messages/access-level-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { useShareProduct } from '../mutations.ts'
import { useShareState } from '../queries.ts'

/** The organisation's groups, each with a switch that shares the product with it. */
export function ShareGroups({ productId }: { productId: string }) {
  const text = useText()
  const state = useShareState(productId)
  const share = useShareProduct(productId)
  if (state.isError) return <FailureState error={state.error} onRetry={() => void state.refetch()} />
  if (state.isPending) return <LoadingBlock />
  return (
    <Stack gap="sm" component="section" aria-label={text('Share.groups')}>
      <Text fw={600} size="sm">
        {text('Share.groups')}
      </Text>
      <Text size="sm" c="dimmed">
        {text('Share.groupsExplanation')}
      </Text>
      {state.data.groups.map(({ groupName, isShared, level }) => {
        const changing = share.isPending && share.variables.groupName === groupName
        return (
          <Switch
            key={groupName}
            label={<span className="mono">{groupName}</span>}
            description={level === null ? undefined : text(accessLevelNames[level])}
            checked={changing ? share.variables.isShared : isShared}
            disabled={changing}
            onChange={(event) => share.mutate({ groupName, isShared: event.currentTarget.checked })}
          />
        )
      })}
    </Stack>
  )
}
