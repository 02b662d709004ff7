/** Proposes inputs and outputs for a workbook whose names declare none. */
export { type InterfaceProposal, type ProposedPort, proposeInterface, SURE } from './propose/propose-interface.ts'
