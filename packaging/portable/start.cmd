@echo off
rem Starts Running Order and opens it in the browser. Ctrl-C, or closing this window, stops it.
rem Not by "call running-order.cmd": that reads percent signs and carets of the path a second time.
setlocal EnableExtensions DisableDelayedExpansion
pushd "%~dp0"
if not exist runtime\node.exe (
  echo runtime\node.exe is missing. Copy the whole folder; from a ZIP file, extract all of it first. >&2
  pause
  popd
  exit /b 1
)
chcp 65001 >nul 2>nul
runtime\node.exe --env-file-if-exists=data\settings.env program\bin\running-order.js serve --open %*
set "status=%errorlevel%"
popd
rem Whoever has double-clicked it is to see why it ended.
if not "%status%"=="0" if "%~1"=="" pause
exit /b %status%
