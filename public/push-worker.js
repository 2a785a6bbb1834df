// Devices that switched notices on before the worker had this name.
importScripts('/worker.js')
