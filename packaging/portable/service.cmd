@echo off
rem Starts Running Order with the computer, or no longer: service --help
"%~dp0runtime\node.exe" "%~dp0program\service.ts" %*
set "status=%errorlevel%"
if errorlevel 1 pause
exit /b %status%
