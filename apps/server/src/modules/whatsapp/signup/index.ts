export { retryRow } from './actions/go-on.ts'
export {
  acceptedVerifyTokens,
  readSignupSetup,
  rotateVerifyToken,
  subscribeSignupApp,
  updateSignupSetup,
} from './actions/setup.ts'
export { testSetup } from './actions/test-setup.ts'
export { onboardingOf } from './view.ts'
