import { getConfiguration } from '@sheetwright/contract/session/get-configuration.ts'
import { handle } from '../../platform/http/handle.ts'
import { releaseVersion } from '../../release.ts'

export const getConfigurationHandler = handle(getConfiguration, ({ services: { settings, identity, office } }) => {
  const [preferred] = identity.issuers
  if (!preferred) throw new Error('No identity provider is configured')
  return {
    excelEngineDomain: settings.origin,
    userPilotToken: settings.userPilotToken ?? null,
    userAnalyticsUrl: settings.userPilotToken === undefined ? null : (settings.userAnalyticsUrl ?? null),
    redirectUrl: `${settings.origin}/login`,
    defaultTenant: settings.defaultTenant,
    defaultTimeout: settings.idleMinutes,
    idpConfiguration: {
      issuer: preferred.issuer,
      clientId: preferred.clientId,
      scope: preferred.scope,
      authFlow: preferred.authFlow,
    },
    apiGatewayApiVersion: settings.gatewayApiVersion ?? null,
    apiGatewaySubscriptionKey: settings.gatewaySubscriptionKey ?? null,
    skipLoginFlow: identity.skipLogin,
    issuers: identity.issuers.map(({ issuer }) => issuer),
    usersManagementUrl: settings.usersManagementUrl ?? `${settings.origin}/users`,
    reportSupportUrl: settings.reportSupportUrl ?? '',
    sendsMail: settings.smtp !== undefined,
    sentryDsn: settings.sentryDsn ?? null,
    sentryEnvironment: settings.sentryDsn === undefined ? null : settings.sentryEnvironment,
    engineTypes: [
      'Type1' as const,
      'Type2' as const,
      ...(office.isInstalled ? (['Type3'] as const) : []),
      ...(settings.connectorHosts.length > 0 ? (['Type4'] as const) : []),
    ],
    version: releaseVersion,
  }
})
