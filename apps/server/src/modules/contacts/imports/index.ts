export { forgetInImports } from './forget.ts'
