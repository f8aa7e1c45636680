@echo off
rem Starts Running Order with the computer, or no longer: service --help
rem Not from within the folder: "pushd" would give one on the network a letter, for which nobody answers later.
setlocal EnableExtensions DisableDelayedExpansion
chcp 65001 >nul 2>nul
"%~dp0runtime\node.exe" "%~dp0program\service.ts" %*
set "status=%errorlevel%"
rem Whoever has double-clicked it is to see what it says.
if not "%status%"=="0" if "%~1"=="" pause
exit /b %status%
