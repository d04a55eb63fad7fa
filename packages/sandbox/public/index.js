import './common.js'

document.querySelector('#address').textContent = location.origin
