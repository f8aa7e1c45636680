@echo off
rem A command of Running Order, such as: running-order user list
rem Paths count from this folder.
setlocal
pushd "%~dp0"
chcp 65001 >nul 2>nul
runtime\node.exe --env-file-if-exists=data\settings.env program\bin\running-order.js %*
set "status=%errorlevel%"
popd
exit /b %status%
