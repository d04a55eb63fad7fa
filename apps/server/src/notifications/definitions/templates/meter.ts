import { TemplateError } from './template-error.ts'

const MOST_OUTPUT = 5_000_000
const MOST_WORK = 5_000_000

// Rendering never waits, so one meter serves all renders of the process, one after the other.
const meter = { output: 0, work: 0, statements: 1 }

/** Starts measuring one render of a template with so many statements. */
export const startMeter = (statements: number) => {
  meter.output = 0
  meter.work = 0
  meter.statements = Math.max(1, statements)
}

export const assertOutputSize = (length: number) => {
  if (length > MOST_OUTPUT) throw new TemplateError(`the text grows beyond ${MOST_OUTPUT} characters`)
}

export const chargeOutput = (length: number) => {
  meter.output += length
  assertOutputSize(meter.output)
}

export const chargeWork = (amount: number) => {
  meter.work += amount
  if (meter.work > MOST_WORK) throw new TemplateError('the lists are too long for what is done with every item')
}

/** One turn of a loop may execute every statement of the template. */
export const chargeTurn = () => chargeWork(meter.statements)
