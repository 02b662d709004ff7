import { z } from 'zod'
import { defineCall } from '../call.ts'
import { engineType } from '../engines/engine.ts'

export const configuration = z
  .object({
    excelEngineDomain: z.string().describe('Origin that the calls go to'),
    userPilotToken: z.string().nullable().describe('Switches usage analytics on; sent along with every report'),
    userAnalyticsUrl: z.string().nullable().describe('Where usage reports go'),
    redirectUrl: z.string().describe('Where an identity provider sends people back to'),
    defaultTenant: z.string(),
    defaultTimeout: z.int().describe('Minutes without activity after which the session ends'),
    idpConfiguration: z
      .object({ issuer: z.string(), clientId: z.string(), scope: z.string(), authFlow: z.string() })
      .describe('The preferred identity provider'),
    apiGatewayApiVersion: z.string().nullable().describe('Sent as header apiVersion when set'),
    apiGatewaySubscriptionKey: z.string().nullable().describe('Sent as header ocp-apim-subscription-key when set'),
    skipLoginFlow: z.boolean(),
    issuers: z.array(z.string()).describe('Issuer identifiers; details are in /issuer.json'),
    usersManagementUrl: z.string(),
    reportSupportUrl: z.string(),
    sendsMail: z.boolean().describe('False without a mail server: mails then wait in the outbox of the installation'),
    sentryDsn: z.string().nullable(),
    sentryEnvironment: z.string().nullable(),
    engineTypes: z.array(engineType).describe('Types of engines that can be run on this installation'),
    version: z.string(),
  })
  .meta({ id: 'Configuration' })

export const getConfiguration = defineCall({
  id: 'session.getConfiguration',
  method: 'GET',
  path: '/config.json',
  summary: 'What the web application needs to know before anybody is signed in.',
  caller: 'anyone',
  output: { kind: 'plain', schema: configuration },
  keptSeconds: 60,
  errors: [],
})
