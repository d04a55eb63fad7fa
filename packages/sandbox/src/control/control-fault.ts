/** A refusal of the control API, with its HTTP status. */
export class ControlFault extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
