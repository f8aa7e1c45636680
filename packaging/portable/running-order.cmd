@echo off
rem A command of Running Order, such as: running-order user list
rem Paths count from this folder.
setlocal EnableExtensions DisableDelayedExpansion
pushd "%~dp0" || exit /b 1
if not exist runtime\node.exe (
  echo runtime\node.exe is missing. Copy the whole folder; from a ZIP file, extract all of it first. >&2
  popd
  exit /b 1
)
chcp 65001 >nul 2>nul
runtime\node.exe --env-file-if-exists=data\settings.env program\bin\running-order.js %*
set "status=%errorlevel%"
popd
exit /b %status%
