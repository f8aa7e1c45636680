@echo off
rem Posts what FinishLynx saves: bridge.txt says from where and to where. Ctrl-C, or closing this window, stops it.
rem Paths count from this folder.
setlocal EnableExtensions DisableDelayedExpansion
pushd "%~dp0"
if not exist runtime\node.exe (
  echo runtime\node.exe is missing. Copy the whole folder; from a ZIP file, extract all of it first. >&2
  if "%~1"=="" pause
  popd
  exit /b 1
)
chcp 65001 >nul 2>nul
runtime\node.exe program\dist\src\portable-bridge.js %*
set "status=%errorlevel%"
popd
rem Whoever has double-clicked it is to see why it ended.
if not "%status%"=="0" if "%~1"=="" pause
exit /b %status%
